"""What can be answered: results, and the checker that judges them."""
