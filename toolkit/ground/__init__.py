"""What all stand on: errors, text, files, numbers, statuses, limits, processes."""
