def stamp():
    """Marks a letter."""
    return "paid"
