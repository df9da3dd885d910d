"""The exercises of chapter 4: one module and one card each, in the order of `order.txt`."""
