"""What it costs: comparisons, their store, tables and reports."""
