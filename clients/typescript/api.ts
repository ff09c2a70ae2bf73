// Written by `node clients/generate-types.ts` from the description in /openapi.json. Do not edit.

export interface paths {
    "/v1/predict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forecast the outcome of one task
         * @description Returns a probability for each option, after recording the answer in the audit log. A valid request that lacks only the approval of its task or input is sent for review. Without an `Idempotency-Key`, sending the same request again makes another forecast.
         */
        post: operations["predict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review-status/{submission_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the review of a request
         * @description Returns the current state of the submission in `error.submission` of a refused request. While `status` is `submitted`, wait for the seconds in `Retry-After` before you ask again: 10 at first, and more the longer the review takes, up to 300. If it is `approved`, send the original request again. This operation has its own rate limit.
         */
        get: operations["getReviewStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receipts/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof of a request's result
         * @description Returns a proof that the result of a request is in the audit log (c2sp.org/tlog-proof), which stays valid without the gateway. The page /verify, `npm run verify`, the clients and tools for transparency logs verify it. If no signed tree contains the event yet, the gateway signs one first. Receipts and scores share one rate limit.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scores/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the score of a forecast
         * @description Returns the score of a forecast once the outcome of its question is confirmed, or the reason why it has none.
         */
        get: operations["getScore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/tlog-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that verify proofs
         * @description Returns the verifier keys of the audit log and of its witnesses (c2sp.org/tlog-policy).
         */
        get: operations["getLogPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/tlog-checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the last checkpoint of the audit log
         * @description Returns the size and the root of the audit log's Merkle tree, signed (c2sp.org/tlog-checkpoint).
         */
        get: operations["getCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "submission.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decision on a submission
         * @description Sent when reviewers have decided on a submission that was sent with an API key. An administrator sets the receiver's URL. Messages are signed as defined by Standard Webhooks, delivered at least once, and retried for a day.
         */
        post: operations["submissionDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "outcome.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirmed outcome of a question
         * @description Sent when the outcome of a question forecast with the API key is confirmed, and again when a correction is confirmed. An administrator sets the receiver's URL. Messages are signed as defined by Standard Webhooks, delivered at least once, and retried for a day.
         */
        post: operations["outcomeConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "submission.waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notification of the organisation
         * @description Sent to the webhook of the organisation instead of an API key. An administrator sets the receiver's URL. Messages are signed as defined by Standard Webhooks, delivered at least once, and retried for a day.
         */
        post: operations["submissionWaiting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "submission.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notification of the organisation
         * @description Sent to the webhook of the organisation instead of an API key. An administrator sets the receiver's URL. Messages are signed as defined by Standard Webhooks, delivered at least once, and retried for a day.
         */
        post: operations["submissionOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "outcome.due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notification of the organisation
         * @description Sent to the webhook of the organisation instead of an API key. An administrator sets the receiver's URL. Messages are signed as defined by Standard Webhooks, delivered at least once, and retried for a day.
         */
        post: operations["outcomeDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "audit.alarm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notification of the organisation
         * @description Sent to the webhook of the organisation instead of an API key. An administrator sets the receiver's URL. Messages are signed as defined by Standard Webhooks, delivered at least once, and retried for a day.
         */
        post: operations["auditAlarm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test of the webhook
         * @description Sent when an administrator tests the webhook. Verify the signature, and ignore the message. A test that is sent before the URL is saved is signed with another secret.
         */
        post: operations["testDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        PredictionRequest: {
            /** @description The model release, such as service-r13-c. */
            model: string;
            task: {
                /** @constant */
                type: "choice";
                /** @description The prediction question. */
                instructions: string;
                /** @description Maps option ids to descriptions. The options must be mutually exclusive and exhaustive. */
                criteria: {
                    [key: string]: string | null;
                };
                resolution: {
                    /** @description The rules and the source that determine the outcome. */
                    criteria: string;
                    /**
                     * Format: date-time
                     * @description The deadline for resolution; later than input.as_of.
                     */
                    resolves_at: string;
                };
            };
            input: {
                /**
                 * Format: date-time
                 * @description The information cutoff.
                 */
                as_of: string;
                context: ({
                    /** @constant */
                    type: "text";
                    text: string;
                    /**
                     * Format: date-time
                     * @description The time of the observation; not later than input.as_of.
                     */
                    observed_at: string;
                } | {
                    /** @constant */
                    type: "structured";
                    /** @description Any JSON object. Each release defines the kinds that it can use. */
                    data: {
                        [key: string]: unknown;
                    } | components["schemas"]["Observation_forecast"] | components["schemas"]["Observation_counts"] | components["schemas"]["Observation_measurement"] | components["schemas"]["Observation_history"] | components["schemas"]["Observation_partition"] | {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: date-time
                     * @description The time of the observation; not later than input.as_of.
                     */
                    observed_at: string;
                })[];
            };
        };
        PredictionResponse: {
            /** @constant */
            schema_version: "1.1";
            /** Format: uuid */
            request_id: string;
            /** @description The model release, such as service-r13-c. */
            model: string;
            /** @description The exact model version that answered. */
            model_version: string;
            /** @description The task as accepted. */
            task: {
                /** @constant */
                type: "choice";
                /** @description The prediction question. */
                instructions: string;
                /** @description Maps option ids to descriptions. The options must be mutually exclusive and exhaustive. */
                criteria: {
                    [key: string]: string | null;
                };
                resolution: {
                    /** @description The rules and the source that determine the outcome. */
                    criteria: string;
                    /**
                     * Format: date-time
                     * @description The deadline for resolution; later than input.as_of.
                     */
                    resolves_at: string;
                };
            };
            result: {
                /** @constant */
                type: "choice";
                /** @description The most probable option. In an exact tie, the lexicographically first id (by code unit). */
                choice: string;
                /** @description One probability for every requested option. The probabilities sum to 1 within 1e-6. */
                probabilities: {
                    [key: string]: number;
                };
                /** @description Reserved, always null. Never derived from the highest probability. */
                confidence: null;
                /** @constant */
                calibration_status: "not_independently_verified";
            };
            /** Format: date-time */
            generated_at: string;
            /** Format: date-time */
            input_as_of: string;
            /** @description SHA-256 of the RFC 8785 canonical form of `input`. */
            input_id: string;
            timing: {
                /** @description Time spent waiting for a model slot. */
                gateway_queue_ms: number;
                /** @description Queue time inside the model, as reported by the model. */
                model_queue_ms: number;
                /** @description Inference time, as reported by the model. */
                inference_ms: number;
                /** @description Time to load the model, as reported by the model; 0 if it was already loaded. */
                load_ms: number;
                /** @description Whether the model had to be loaded for this request. */
                cold_start: boolean;
                /** @description Time from the arrival of the request's headers until the answer is complete, before it is recorded and sent. */
                gateway_total_ms: number;
                /** @constant */
                cache_hit: false;
                /** @description Always null, because only the client can measure this time. */
                client_end_to_end_ms: null;
            };
            /** @constant */
            mode: "research";
        };
        Error: {
            error: {
                /** @enum {string} */
                code: "UNAUTHORIZED" | "RATE_LIMITED" | "REQUEST_TOO_LARGE" | "INVALID_JSON" | "INVALID_REQUEST" | "INVALID_TASK" | "INVALID_CRITERIA" | "INVALID_RESOLUTION" | "INVALID_CONTEXT" | "EXPLICIT_TIMEZONE_REQUIRED" | "FUTURE_INPUT" | "MODEL_NOT_SUPPORTED" | "TASK_NOT_SUPPORTED" | "INPUT_QUALITY_UNVERIFIED" | "AUDIT_UNAVAILABLE" | "QUEUE_FULL" | "MODEL_OFFLINE" | "MODEL_NOT_READY" | "MODEL_TIMEOUT" | "INVALID_MODEL_RESPONSE" | "INVALID_MODEL_TIMING" | "INTERNAL_ERROR";
                message: string;
                /** @description The violations, in the order of checks. */
                issues: {
                    /** @enum {string} */
                    code: "UNAUTHORIZED" | "RATE_LIMITED" | "REQUEST_TOO_LARGE" | "INVALID_JSON" | "INVALID_REQUEST" | "INVALID_TASK" | "INVALID_CRITERIA" | "INVALID_RESOLUTION" | "INVALID_CONTEXT" | "EXPLICIT_TIMEZONE_REQUIRED" | "FUTURE_INPUT" | "MODEL_NOT_SUPPORTED" | "TASK_NOT_SUPPORTED" | "INPUT_QUALITY_UNVERIFIED" | "AUDIT_UNAVAILABLE" | "QUEUE_FULL" | "MODEL_OFFLINE" | "MODEL_NOT_READY" | "MODEL_TIMEOUT" | "INVALID_MODEL_RESPONSE" | "INVALID_MODEL_TIMING" | "INTERNAL_ERROR";
                    /** @description A JSON Pointer (RFC 6901) into the request body. */
                    path: string;
                    message: string;
                }[];
                /**
                 * @description The cause of `TASK_NOT_SUPPORTED`, `INPUT_QUALITY_UNVERIFIED` or `RATE_LIMITED`, which have several. `RATE_LIMITED` has no reason if the limit per minute is used up.
                 * @enum {string}
                 */
                reason?: "in_review" | "changes_requested" | "rejected" | "withdrawn" | "revoked" | "erased" | "unreviewed" | "unsupported_task" | "unusable_context" | "context_too_long" | "filtered" | "budget";
                /** @description The review of the request, if the request was refused because a review is missing. */
                submission?: {
                    /** Format: uuid */
                    id: string;
                    /** @enum {string} */
                    status: "submitted" | "approved" | "changes_requested" | "rejected" | "withdrawn";
                    /**
                     * Format: uri
                     * @description The submission in the console, for members.
                     */
                    url: string;
                    /** @description SHA-256 of the RFC 8785 canonical form of `task`. */
                    task_id: string;
                    /** @description SHA-256 of the RFC 8785 canonical form of `input`. */
                    input_id: string;
                    /** @description The reviewers' note to the author. Null if there is no note, or if a member wrote the submission. */
                    note: string | null;
                    /**
                     * Format: date-time
                     * @description An estimate of the time of the decision. Missing if there is none, or if that time has passed.
                     */
                    expected_at?: string;
                };
                /** @description Link to this error code in the API reference, relative to the address of the gateway. */
                doc_url: string;
            };
            /** Format: uuid */
            request_id: string;
        };
        SubmissionState: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "submitted" | "approved" | "changes_requested" | "rejected" | "withdrawn";
            /**
             * Format: uri
             * @description The submission in the console, for members.
             */
            url: string;
            /** @description SHA-256 of the RFC 8785 canonical form of `task`. */
            task_id: string;
            /** @description SHA-256 of the RFC 8785 canonical form of `input`. */
            input_id: string;
            /** @description The reviewers' note to the author. Null if there is no note, or if a member wrote the submission. */
            note: string | null;
            /**
             * Format: date-time
             * @description An estimate of the time of the decision. Missing if there is none, or if that time has passed.
             */
            expected_at?: string;
        };
        Score: {
            /** Format: uuid */
            request_id: string;
            task_id: string;
            /** @constant */
            scored: true;
            /** @description The option that happened. */
            outcome: string;
            /** Format: date-time */
            happened_at: string;
            /**
             * Format: date-time
             * @description The question's resolution date. The track record contains the score from this time.
             */
            counts_from: string;
            /** @description The probability of the option that happened. */
            probability: number;
            /** @description Sum of squared errors over the options. */
            brier: number;
            /** @description −ln of `probability`, which counts as at least 0.0005 here. */
            log: number;
            /** @description Ranked probability score; null unless the options are ordered. */
            ranked_probability: number | null;
        } | {
            /** Format: uuid */
            request_id: string;
            task_id: string;
            /** @constant */
            scored: false;
            /**
             * @description `no_outcome`: no outcome is recorded. `unconfirmed`: it is not confirmed yet. `void`: the question was resolved without an outcome. `late`: the forecast was made after the outcome was decided.
             * @enum {string}
             */
            reason: "no_outcome" | "unconfirmed" | "void" | "late";
            message: string;
        };
        SubmissionMessage: {
            /**
             * Format: uuid
             * @description The delivery's id, the same as in the header `webhook-id`. All attempts of a delivery have the same id.
             */
            id: string;
            /** @constant */
            type: "submission.decided";
            /**
             * Format: date-time
             * @description The time of the event.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                submission_id: string;
                task_id: string;
                input_id: string;
                /**
                 * @description Once the submission is `approved`, the same request gets a forecast.
                 * @enum {string}
                 */
                status: "approved" | "changes_requested" | "rejected";
                /** Format: date-time */
                decided_at: string;
            };
        };
        OutcomeMessage: {
            /**
             * Format: uuid
             * @description The delivery's id, the same as in the header `webhook-id`. All attempts of a delivery have the same id.
             */
            id: string;
            /** @constant */
            type: "outcome.confirmed";
            /**
             * Format: date-time
             * @description The time of the event.
             */
            timestamp: string;
            data: {
                task_id: string;
                /** @description The option that happened; null for a void question, which has no scores. */
                outcome: string | null;
                /**
                 * Format: date-time
                 * @description When the outcome was decided. Later forecasts have no score.
                 */
                happened_at: string;
                /** Format: date-time */
                confirmed_at: string;
                /** @description Number of forecasts made with this API key that have a score. */
                scored: number;
                /** @description Their scores, the latest forecasts first. */
                scores: {
                    /**
                     * Format: date-time
                     * @description The question's resolution date. The track record contains the score from this time.
                     */
                    counts_from: string;
                    /** @description The probability of the option that happened. */
                    probability: number;
                    /** @description Sum of squared errors over the options. */
                    brier: number;
                    /** @description −ln of `probability`, which counts as at least 0.0005 here. */
                    log: number;
                    /** @description Ranked probability score; null unless the options are ordered. */
                    ranked_probability: number | null;
                    /** Format: uuid */
                    request_id: string;
                }[];
            };
        };
        OrganisationMessage: {
            /**
             * Format: uuid
             * @description The delivery's id, the same as in the header `webhook-id`. All attempts of a delivery have the same id.
             */
            id: string;
            /** @enum {string} */
            type: "submission.waiting" | "submission.overdue" | "outcome.due" | "audit.alarm";
            /**
             * Format: date-time
             * @description The time of the event.
             */
            timestamp: string;
            data: {
                count: number;
                /** @description Ids of the first submissions or tasks, or names of alarms. */
                items: string[];
                /**
                 * Format: uri
                 * @description The page of the console that shows them.
                 */
                url: string;
            };
        };
        TestMessage: {
            /**
             * Format: uuid
             * @description The delivery's id, the same as in the header `webhook-id`. All attempts of a delivery have the same id.
             */
            id: string;
            /** @constant */
            type: "test";
            /**
             * Format: date-time
             * @description The time of the event.
             */
            timestamp: string;
            data: Record<string, never>;
        };
        /**
         * @description The `data` of a structured observation of kind "forecast", which the embedded release can use.
         * @example {
         *       "kind": "forecast",
         *       "source": "metaculus",
         *       "probabilities": {
         *         "yes": 0.32,
         *         "no": 0.68
         *       },
         *       "weight": 2
         *     }
         */
        Observation_forecast: {
            /** @constant */
            kind: "forecast";
            /** @description The author of the forecast. Forecasts of one source are pooled first, then the sources. */
            source: string;
            /** @description A probability for every option of the task. They sum to 1 within 0.001. */
            probabilities: {
                [key: string]: number;
            };
            /** @description The weight of this forecast relative to others. The default is 1. */
            weight?: number;
        };
        /**
         * @description The `data` of a structured observation of kind "counts", which the embedded release can use.
         * @example {
         *       "kind": "counts",
         *       "reference_class": "Rate decisions within a year of the last change, 1999 to 2024",
         *       "counts": {
         *         "cut": 21,
         *         "hold": 67,
         *         "raise": 18
         *       }
         *     }
         */
        Observation_counts: {
            /** @constant */
            kind: "counts";
            /** @description The kind of case that was counted. */
            reference_class: string;
            /** @description The number of past cases with each outcome, for every option of the task. */
            counts: {
                [key: string]: number;
            };
        };
        /**
         * @description The `data` of a structured observation of kind "measurement", which the embedded release can use.
         * @example {
         *       "kind": "measurement",
         *       "series": "Sea ice extent, Arctic",
         *       "value": 4.37,
         *       "unit": "million km²"
         *     }
         */
        Observation_measurement: {
            /** @constant */
            kind: "measurement";
            /** @description The series that this measurement belongs to. */
            series: string;
            value: number;
            /** @description The unit of the values. It must be the same for all values of a series, because units are not converted. */
            unit?: string;
        };
        /**
         * @description The `data` of a structured observation of kind "history", which the embedded release can use.
         * @example {
         *       "kind": "history",
         *       "series": "Sea ice extent, Arctic",
         *       "unit": "million km²",
         *       "start": "2025-09-30T00:00:00Z",
         *       "every": "P1M",
         *       "values": [
         *         4.75,
         *         8.22,
         *         10.4,
         *         null,
         *         13.5
         *       ]
         *     }
         */
        Observation_history: {
            /** @constant */
            kind: "history";
            /** @description The series that the values belong to, as in a measurement. */
            series: string;
            /** @description The unit of the values. It must be the same for all values of a series, because units are not converted. */
            unit?: string;
            /** @description The time of the first value, if the times are regular: a date-time with a UTC offset. */
            start?: string;
            /** @description The time from one value to the next, with start: PTnM (minutes), PTnH (hours), PnD (days of 24 hours), PnW (weeks), PnM (months) or PnY (years), with n from 1 to 9999. Months and years are those of the calendar in the offset of start; 31 January is followed by the last day of February and by 31 March. */
            every?: string;
            /** @description Pairs [time, number] in any order, with a UTC offset in each time. With start and every: numbers, or null for a missing value. */
            values: ([
                string,
                number
            ] | number | null)[];
        };
        /**
         * @description The `data` of a structured observation of kind "partition", which the embedded release can use.
         * @example {
         *       "kind": "partition",
         *       "series": "Sea ice extent, Arctic",
         *       "intervals": {
         *         "low": {
         *           "below": 4
         *         },
         *         "middle": {
         *           "at_least": 4,
         *           "at_most": 5
         *         },
         *         "high": {
         *           "above": 5
         *         }
         *       }
         *     }
         */
        Observation_partition: {
            /** @constant */
            kind: "partition";
            /** @description The series whose value decides the outcome. */
            series: string;
            /** @description The interval of values that belongs to each option of the task. Together, the intervals cover all numbers without overlap. */
            intervals: {
                [key: string]: {
                    above?: number;
                    at_least?: number;
                    below?: number;
                    at_most?: number;
                };
            };
        };
    };
    responses: never;
    parameters: {
        /**
         * @description 1 to 255 characters of printable ASCII in quotation marks. For 24 hours, the same request with the same key gets the recorded answer without a second inference.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        "Idempotency-Key": string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's UUID (version 7), the same as `request_id` in the body. Sent with every response. */
        "X-Request-Id": string;
        /** @description `true` if this is the recorded answer or error of an earlier request with the same `Idempotency-Key`. */
        "Idempotency-Replayed": "true";
        /** @description Whole seconds to wait before a retry. Sent with every 429 and 503, and while a request waits for review. */
        "Retry-After": number;
        /** @description The API key's remaining rate limit: `r` requests within the next `t` seconds. */
        RateLimit: string;
        /** @description The API key's rate limit: `q` requests in `w` seconds. Sent to callers with a valid API key, like `RateLimit`. */
        "RateLimit-Policy": string;
        /** @description The methods that this path accepts. Sent with 405. */
        Allow: string;
        /** @description The authentication scheme, `Bearer`. Sent with 401. */
        "WWW-Authenticate": string;
        /** @description The durations in `timing`, for tools that read this header. Sent with 200. */
        "Server-Timing": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    predict: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 characters of printable ASCII in quotation marks. For 24 hours, the same request with the same key gets the recorded answer without a second inference.
                 * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON of at most 32768 bytes, in UTF-8, not compressed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictionRequest"];
            };
        };
        responses: {
            /** @description The forecast, recorded in the audit log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictionResponse"];
                };
            };
            /**
             * @description `INVALID_JSON`: The request body is not JSON. Send one JSON object in UTF-8, without a byte order mark and without Content-Encoding.
             *
             *     `INVALID_REQUEST`: This is not a valid HTTP request. Correct the request, then send it again.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or invalid. Send the header `Authorization: Bearer <API key>` with a valid API key, which an administrator issues. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INVALID_REQUEST`: This address does not exist: /openapi.json lists the addresses of the API. Check the address, the id in it, and the API key. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INVALID_REQUEST`: This address does not accept the request method. Use a method that the header `Allow` lists. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INVALID_REQUEST`: The request did not arrive within 10 seconds. Send the request again, without pauses. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TOO_LARGE`: The request body exceeds 32 KiB. Shorten or remove observations until the body has at most 32,768 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field of the request or of its input is missing or invalid. Correct the fields listed in `issues`.
             *
             *     `INVALID_TASK`: The task is incomplete or invalid. Send task.type, task.instructions, task.criteria and task.resolution, and nothing else.
             *
             *     `INVALID_CRITERIA`: The options are missing or invalid. Send 2 to 20 options, each with a valid id and a description or null.
             *
             *     `INVALID_RESOLUTION`: The resolution's criteria or deadline is invalid. Send resolution.criteria and a resolves_at later than input.as_of.
             *
             *     `INVALID_CONTEXT`: An observation is invalid. Correct the observations listed in `issues`.
             *
             *     `EXPLICIT_TIMEZONE_REQUIRED`: A date-time has no time zone. End every date-time with `Z` or an offset such as `+02:00`.
             *
             *     `FUTURE_INPUT`: An observation is later than the information cutoff. Remove the observations that are later than input.as_of, or set a later cutoff.
             *
             *     `MODEL_NOT_SUPPORTED`: This deployment does not serve the requested model release. Set `model` to the release that this deployment serves.
             *
             *     `TASK_NOT_SUPPORTED`: The release does not accept this task. Wait until reviewers approve the task for the release, or send observations that the release can use.
             *
             *     `INPUT_QUALITY_UNVERIFIED`: The input has not passed quality review for this task. Wait until reviewers approve the input, then send the same request again.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: The API key has used up its rate limit for this minute. Wait for the number of seconds in `Retry-After`, then retry with backoff.
             *
             *     `QUEUE_FULL`: The queue for the model is full. Wait for the number of seconds in `Retry-After`, then retry with backoff.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TOO_LARGE`: The request's headers are too large. Send fewer or shorter headers. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: The gateway failed because of a bug. Report the request id to the operators. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INVALID_REQUEST`: The gateway does not support this transfer coding. Send the body with `Transfer-Encoding: chunked`, or with a `Content-Length`. */
            501: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INVALID_MODEL_RESPONSE`: The model's answer violates the contract, so no forecast was made. Report the request id to the operators.
             *
             *     `INVALID_MODEL_TIMING`: The model's timing violates the contract, so no forecast was made. Report the request id to the operators.
             */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `AUDIT_UNAVAILABLE`: The request cannot be recorded, so it is not answered. Retry after the number of seconds in `Retry-After`, and tell the operators if the error persists.
             *
             *     `MODEL_OFFLINE`: The model cannot be reached. Retry after the number of seconds in `Retry-After`.
             *
             *     `MODEL_NOT_READY`: The model is loading. Retry after the number of seconds in `Retry-After`.
             *
             *     `QUEUE_FULL`: The gateway is stopping. Wait for the number of seconds in `Retry-After`, then retry with backoff.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `MODEL_TIMEOUT`: The deadline passed before the model answered, so no forecast was made. Retry later. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INVALID_REQUEST`: The gateway does not support this version of HTTP. Use HTTP/1.1 or HTTP/1.0. */
            505: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReviewStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `error.submission.id` of a refused request. */
                submission_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review of the submission. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionState"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This API key has sent no submission with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key has used up its rate limit for look-ups. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The audit log or the database does not answer. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `request_id` of an earlier response to the same API key. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof, with the event and its contents as extra data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This API key has no recorded request with this id, or its month is archived. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key has used up its rate limit for look-ups. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The audit log or the database does not answer. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getScore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `request_id` of an earlier response to the same API key. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The score, or the reason why there is none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Score"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This API key has no forecast with this id, or it was archived without a score. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key has used up its rate limit for look-ups. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The audit log or the database does not answer. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLogPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This is not a valid HTTP request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The gateway is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This is not a valid HTTP request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No checkpoint has been signed yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The gateway is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    submissionDecided: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery's id. Store it to recognise a delivery that arrives more than once. */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionMessage"];
            };
        };
        responses: {
            /** @description Received. Any 2xx status is accepted, and the response body is ignored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. After any other status, the delivery is retried. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver is gone. Deliveries stop until an administrator saves the URL again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The delivery is retried, at the earliest after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    outcomeConfirmed: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery's id. Store it to recognise a delivery that arrives more than once. */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutcomeMessage"];
            };
        };
        responses: {
            /** @description Received. Any 2xx status is accepted, and the response body is ignored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. After any other status, the delivery is retried. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver is gone. Deliveries stop until an administrator saves the URL again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The delivery is retried, at the earliest after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    submissionWaiting: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery's id. Store it to recognise a delivery that arrives more than once. */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationMessage"];
            };
        };
        responses: {
            /** @description Received. Any 2xx status is accepted, and the response body is ignored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. After any other status, the delivery is retried. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver is gone. Deliveries stop until an administrator saves the URL again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The delivery is retried, at the earliest after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    submissionOverdue: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery's id. Store it to recognise a delivery that arrives more than once. */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationMessage"];
            };
        };
        responses: {
            /** @description Received. Any 2xx status is accepted, and the response body is ignored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. After any other status, the delivery is retried. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver is gone. Deliveries stop until an administrator saves the URL again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The delivery is retried, at the earliest after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    outcomeDue: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery's id. Store it to recognise a delivery that arrives more than once. */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationMessage"];
            };
        };
        responses: {
            /** @description Received. Any 2xx status is accepted, and the response body is ignored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. After any other status, the delivery is retried. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver is gone. Deliveries stop until an administrator saves the URL again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The delivery is retried, at the earliest after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    auditAlarm: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery's id. Store it to recognise a delivery that arrives more than once. */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationMessage"];
            };
        };
        responses: {
            /** @description Received. Any 2xx status is accepted, and the response body is ignored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. After any other status, the delivery is retried. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver is gone. Deliveries stop until an administrator saves the URL again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The delivery is retried, at the earliest after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testDelivered: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery's id. Store it to recognise a delivery that arrives more than once. */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMessage"];
            };
        };
        responses: {
            /** @description Received. Any 2xx status is accepted, and the response body is ignored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. After any other status, the delivery is retried. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver is gone. Deliveries stop until an administrator saves the URL again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The delivery is retried, at the earliest after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

