//! What goes wrong, as a status and a message: whose fault it is, and whether it is worth to try again.

use std::fmt::Display;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sqlx::mysql::MySqlDatabaseError;
use sqlx::postgres::PgDatabaseError;

/// A status and a message.
#[derive(Debug)]
pub(super) struct Problem {
    status: StatusCode,
    message: String,
}

impl Problem {
    pub(super) fn new(status: StatusCode, message: String) -> Self {
        Self { status, message }
    }

    /// A fault of the service itself.
    pub(super) fn ours(reason: &impl Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, reason.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Json(serde_json::json!({"error": self.message}));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            return (self.status, [(header::RETRY_AFTER, "1")], body).into_response();
        }
        (self.status, body).into_response()
    }
}

/// A malformed id is the client's fault, wherever it stood; the message says what is wrong with it.
macro_rules! bad_request {
    ($($rejection:ty)*) => {
        $(
            impl From<$rejection> for Problem {
                fn from(rejection: $rejection) -> Self {
                    Self::new(StatusCode::BAD_REQUEST, rejection.body_text())
                }
            }
        )*
    };
}

bad_request!(PathRejection QueryRejection JsonRejection);

impl From<idspec::FieldError> for Problem {
    fn from(error: idspec::FieldError) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error.to_string())
    }
}

impl From<idspec::ColumnError> for Problem {
    fn from(error: idspec::ColumnError) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error.to_string())
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        // A strict column refuses an id that does not fit before anything is sent.
        if let sqlx::Error::Encode(reason) = &error {
            return Self::new(StatusCode::BAD_REQUEST, reason.to_string());
        }
        eprintln!("database: {error}");
        if passes(&error) {
            // The statement may have been carried out all the same: what was lost may be the answer.
            let message = "the database cannot be reached or is too busy; whether anything was written is not known";
            return Self::new(StatusCode::SERVICE_UNAVAILABLE, message.to_owned());
        }
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the database failed".to_owned())
    }
}

/// Whether a failure is one of the connection or of the moment, so that the same request may succeed in a while.
fn passes(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => {
            if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
                // Connection, rolled back, out of resources, ended by an operator; and a lock that is not free.
                matches!(error.code().get(..2), Some("08" | "40" | "53" | "57")) || error.code() == "55P03"
            } else if let Some(error) = error.try_downcast_ref::<MySqlDatabaseError>() {
                // Too many connections, shutdown, lock wait, deadlock, interrupted, killed (MariaDB, MySQL).
                matches!(error.number(), 1040 | 1053 | 1205 | 1213 | 1317 | 1927 | 3169)
            } else {
                // SQLITE_BUSY and SQLITE_LOCKED, with whatever is more exact in the upper bits.
                let code = error.code().and_then(|code| code.parse().ok());
                code.is_some_and(|code: i32| matches!(code & 0xff, 5 | 6))
            }
        }
        _ => false,
    }
}
