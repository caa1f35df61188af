"""Any program, and any Python function, as a backend."""
