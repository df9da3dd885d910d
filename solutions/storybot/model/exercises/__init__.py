"""The exercises of the interlude: one module and one card each, in the order of `order.txt`."""
