# Written by `node clients/generate-types.ts` from the description in /openapi.json. Do not edit.

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class PredictionRequestTaskResolution(TypedDict):
    criteria: str
    resolves_at: str


class PredictionRequestTask(TypedDict):
    type: Literal["choice"]
    instructions: str
    criteria: Dict[str, Optional[str]]
    resolution: PredictionRequestTaskResolution


class PredictionRequestInputContextItem1(TypedDict):
    type: Literal["text"]
    text: str
    observed_at: str


class PredictionRequestInputContextItem2(TypedDict):
    type: Literal["structured"]
    data: Dict[str, Any]
    observed_at: str


class PredictionRequestInput(TypedDict):
    as_of: str
    context: List[Union[PredictionRequestInputContextItem1, PredictionRequestInputContextItem2]]


class PredictionRequest(TypedDict):
    model: str
    task: PredictionRequestTask
    input: PredictionRequestInput


class PredictionResponseTaskResolution(TypedDict):
    criteria: str
    resolves_at: str


class PredictionResponseTask(TypedDict):
    type: Literal["choice"]
    instructions: str
    criteria: Dict[str, Optional[str]]
    resolution: PredictionResponseTaskResolution


class PredictionResponseResult(TypedDict):
    type: Literal["choice"]
    choice: str
    probabilities: Dict[str, float]
    confidence: None
    calibration_status: Literal["not_independently_verified"]


class PredictionResponseTiming(TypedDict):
    gateway_queue_ms: float
    model_queue_ms: float
    inference_ms: float
    load_ms: float
    cold_start: bool
    gateway_total_ms: float
    cache_hit: Literal[False]
    client_end_to_end_ms: None


class PredictionResponse(TypedDict):
    schema_version: Literal["1.1"]
    request_id: str
    model: str
    model_version: str
    task: PredictionResponseTask
    result: PredictionResponseResult
    generated_at: str
    input_as_of: str
    input_id: str
    timing: PredictionResponseTiming
    mode: Literal["research"]


class SubmissionStateRequired(TypedDict):
    id: str
    status: Literal["submitted", "approved", "changes_requested", "rejected", "withdrawn"]
    url: str
    task_id: str
    input_id: str
    note: Optional[str]


class SubmissionState(SubmissionStateRequired, total=False):
    expected_at: str


class Score1(TypedDict):
    request_id: str
    task_id: str
    scored: Literal[True]
    outcome: str
    happened_at: str
    counts_from: str
    probability: float
    brier: float
    log: float
    ranked_probability: Optional[float]


class Score2(TypedDict):
    request_id: str
    task_id: str
    scored: Literal[False]
    reason: Literal["no_outcome", "unconfirmed", "void", "late"]
    message: str


Score = Union[Score1, Score2]


class SubmissionMessageData(TypedDict):
    submission_id: str
    task_id: str
    input_id: str
    status: Literal["approved", "changes_requested", "rejected"]
    decided_at: str


class SubmissionMessage(TypedDict):
    id: str
    type: Literal["submission.decided"]
    timestamp: str
    data: SubmissionMessageData


class OutcomeMessageDataScoresItem(TypedDict):
    counts_from: str
    probability: float
    brier: float
    log: float
    ranked_probability: Optional[float]
    request_id: str


class OutcomeMessageData(TypedDict):
    task_id: str
    outcome: Optional[str]
    happened_at: str
    confirmed_at: str
    scored: int
    scores: List[OutcomeMessageDataScoresItem]


class OutcomeMessage(TypedDict):
    id: str
    type: Literal["outcome.confirmed"]
    timestamp: str
    data: OutcomeMessageData


class OrganisationMessageData(TypedDict):
    count: int
    items: List[str]
    url: str


class OrganisationMessage(TypedDict):
    id: str
    type: Literal["submission.waiting", "submission.overdue", "outcome.due", "audit.alarm"]
    timestamp: str
    data: OrganisationMessageData


class TestMessageData(TypedDict):
    pass


class TestMessage(TypedDict):
    id: str
    type: Literal["test"]
    timestamp: str
    data: TestMessageData


WebhookMessage = Union[SubmissionMessage, OutcomeMessage, OrganisationMessage, TestMessage]
