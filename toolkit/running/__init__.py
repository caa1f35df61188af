"""How a question is asked: in this process, or in an isolated one."""
