"""Chapter 5, the training loop: a small GPT learns to tell stories.

Begin with `loop.train`; `train_config` says what a run is, `optim/` how weights move, `checkpoint` and `train_state`
what is saved, `data` what is read. `run_folder` and `presets` serve the command line.
"""

from storybot.model.config import ModelConfig, config_for_depth
from storybot.model.gpt import GPT, init_model
from storybot.training_loop.budget import training_budget
from storybot.training_loop.callbacks import LivePlot
from storybot.training_loop.data import Corpus, story_corpus
from storybot.training_loop.loop import train
from storybot.training_loop.loss import cross_entropy
from storybot.training_loop.optim.adamw import adamw_step
from storybot.training_loop.optim.optimizers import OptimizerConfig
from storybot.training_loop.optim.orthogonal import newton_schulz
from storybot.training_loop.optim.schedule import lr_multiplier
from storybot.training_loop.plans import accumulation_steps, plan
from storybot.training_loop.sample import sample_text
from storybot.training_loop.train_config import TrainConfig
from storybot.training_loop.validation import ValidationLoss

__all__ = [
    "Corpus",
    "GPT",
    "LivePlot",
    "ModelConfig",
    "OptimizerConfig",
    "TrainConfig",
    "ValidationLoss",
    "accumulation_steps",
    "adamw_step",
    "config_for_depth",
    "cross_entropy",
    "init_model",
    "lr_multiplier",
    "newton_schulz",
    "plan",
    "sample_text",
    "story_corpus",
    "train",
    "training_budget",
]
