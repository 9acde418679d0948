def price(item):
    """What an item costs today."""
    return item.price
