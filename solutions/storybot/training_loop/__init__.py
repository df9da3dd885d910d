"""Chapter 5, the training loop: a small GPT learns to tell stories.

Start with `loop.train`. `train_config` describes a run, `train_state` is what changes during one, `optim/` is how
weights move, `data` what is read. `runs/` is a run on disk: its folder, log, checkpoints, and how it is started.
"""

from storybot.model.config import ModelConfig, config_for_depth
from storybot.model.gpt import GPT, init_model
from storybot.model.losses import cross_entropy
from storybot.training_loop.analysis.clinic import diagnose, load_cases
from storybot.training_loop.analysis.memorisation import copied_share, longest_copied_span
from storybot.training_loop.budget import accumulation_steps, compute_optimal, plan
from storybot.training_loop.callbacks import LivePlot
from storybot.training_loop.data import Corpus, story_corpus
from storybot.training_loop.loop import StepReport, TrainingStoppedError, TrainResult, train
from storybot.training_loop.optim.adamw import adamw_step
from storybot.training_loop.optim.muon import newton_schulz
from storybot.training_loop.optim.optimizers import Optimizers, lr_multiplier
from storybot.training_loop.runs.run_folder import load_model
from storybot.training_loop.sample import sample_text
from storybot.training_loop.step import train_step
from storybot.training_loop.train_config import OptimizerConfig, TrainConfig
from storybot.training_loop.validation import ValidationLoss

__all__ = [
    "GPT",
    "Corpus",
    "LivePlot",
    "ModelConfig",
    "OptimizerConfig",
    "Optimizers",
    "StepReport",
    "TrainConfig",
    "TrainResult",
    "TrainingStoppedError",
    "ValidationLoss",
    "accumulation_steps",
    "adamw_step",
    "compute_optimal",
    "config_for_depth",
    "copied_share",
    "cross_entropy",
    "diagnose",
    "init_model",
    "load_cases",
    "load_model",
    "longest_copied_span",
    "lr_multiplier",
    "newton_schulz",
    "plan",
    "sample_text",
    "story_corpus",
    "train",
    "train_step",
]
