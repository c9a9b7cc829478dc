"""Serve the newest checkpoint over HTTP.

    serve run serve_app:app
    curl localhost:8000/ -d '{"features": {"x": 0.5, "y": -1}}'

The folder of the checkpoints is the deployment's `user_config`: another folder loads without a restart. A replica starts only
with a checkpoint; a running one keeps its model when the new folder holds none.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TypedDict

from model import Model, latest_checkpoint
from pydantic import BaseModel, ConfigDict, ValidationError
from ray import serve
from starlette.requests import Request
from starlette.responses import Response

logger = logging.getLogger("ray.serve")


class Row(BaseModel):
    """What is asked: a number for each feature of the model."""

    model_config = ConfigDict(extra="forbid")

    features: dict[str, float]


class Score(BaseModel):
    """What is answered: how likely the row's label is 1, and which model says so."""

    probability: float
    model: str
    epoch: int


class Refusal(BaseModel):
    """What is answered, with status 422, to a row that the model cannot score."""

    error: str


class UserConfig(TypedDict):
    """What the deployment's `user_config` holds."""

    checkpoint_dir: str


@serve.deployment(user_config={"checkpoint_dir": "/data/checkpoints"}, health_check_period_s=10, health_check_timeout_s=30)
class Scorer:
    """One replica: a model in memory."""

    model: Model | None = None

    def reconfigure(self, config: UserConfig) -> None:
        """Load the newest checkpoint; Serve calls this at start and when `user_config` has changed."""
        folder = Path(config["checkpoint_dir"])
        model = latest_checkpoint(folder)
        if model is not None:
            self.model = model
        elif self.model is not None:
            logger.error("no checkpoint in %s, model %s stays", folder, self.model.digest)
        else:
            raise RuntimeError(f"no checkpoint in {folder}")

    def check_health(self) -> None:
        """Fail while there is nothing to answer with; Serve replaces a replica that keeps failing."""
        if self.model is None:
            raise RuntimeError("no model is loaded")

    async def __call__(self, request: Request) -> Response:
        assert self.model is not None  # Serve routes to a replica only after reconfigure
        try:
            row = Row.model_validate_json(await request.body())
            score = score_of(row, self.model)
        except ValidationError as error:
            return _json(Refusal(error=str(error)), 422)
        except KeyError as error:
            return _json(Refusal(error=error.args[0]), 422)
        return _json(score, 200)


def score_of(row: Row, model: Model) -> Score:
    """Score one row.

    Raises:
        KeyError: when the row's features are not those of the model.
    """
    if wrong := sorted(row.features.keys() ^ set(model.features)):
        raise KeyError(f"the features are {', '.join(model.features)}; missing or unknown: {', '.join(wrong)}")
    probability = model.probability([row.features[name] for name in model.features])
    return Score(probability=probability, model=model.digest, epoch=model.epoch)


def _json(body: BaseModel, status: int) -> Response:
    return Response(body.model_dump_json(), status, media_type="application/json")


app = Scorer.bind()  # type: ignore[attr-defined]  # mypy takes the class for undecorated
