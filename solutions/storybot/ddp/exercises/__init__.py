"""The exercises of chapter 6: one module and one card each, in the order of `order.txt`."""
