"""What the chapter and the tests run under torchrun."""
