"""The exercises of chapter 7: one module and one card each, in the order of `order.txt`."""
