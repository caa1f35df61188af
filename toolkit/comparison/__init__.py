"""Comparisons: instances x backends x options, run isolated, kept in a file, judged, and reported."""
