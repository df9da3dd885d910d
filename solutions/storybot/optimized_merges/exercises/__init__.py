"""The exercises of chapter 3: one module and one card each, in the order of `order.txt`."""
