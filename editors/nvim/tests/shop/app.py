from store.cart import Cart, total


def main():
    """Runs the shop."""
    cart = Cart()
    return total(cart)
