"""The exercises of chapter 1: one module and one card each, in the order of `order.txt`."""
