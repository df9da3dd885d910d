"""The model that training, DDP and evaluation all stand on: a GPT, its loss, its cache and its sampler."""
