"""The exercises of chapter 2: one module and one card each, in the order of `order.txt`."""
