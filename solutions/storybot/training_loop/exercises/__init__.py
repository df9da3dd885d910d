"""The exercises of chapter 5: one module and one card each, in the order of `order.txt`."""
