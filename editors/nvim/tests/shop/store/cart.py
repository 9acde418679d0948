from store.price import price


class Cart:
    """What a customer wants to buy."""

    def add(self, item):
        self.items.append(item)


def total(cart):
    """Sums the prices up."""
    return sum(price(i) for i in cart.items)
