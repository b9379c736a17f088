//! The checked queries of sqlx with typed ids, from the data in `.sqlx`.
//!
//! To renew that data: start Postgres, load `tests/schema/postgres.sql`, and run `cargo test -p idspec-databases --test macros --no-run` with `SQLX_OFFLINE=false`,
//! `DATABASE_URL` set to it and `SQLX_OFFLINE_DIR` set to `crates/databases/.sqlx`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use idspec_databases::shop::{CustomerId, InvoiceId, OrderId};

#[derive(Debug, PartialEq)]
struct Sale {
    customer: CustomerId,
    order_id: Option<OrderId>,
    invoice: InvoiceId,
}

#[tokio::test]
async fn checked_queries() {
    idspec_databases::postgres(async |pool| {
        sqlx::raw_sql(include_str!("schema/postgres.sql")).execute(&pool).await.unwrap();
        let customer: CustomerId = "01HTQW311N1KR5G0Y75M3EF00H".parse().unwrap();
        let order: OrderId = "175928847299117063".parse().unwrap();
        let invoice = InvoiceId::new(customer.inner());
        for order_id in [Some(order), None] {
            let insert = sqlx::query!(
                "INSERT INTO sale (customer, order_id, invoice) VALUES ($1, $2, $3)",
                customer as CustomerId,
                order_id as Option<OrderId>,
                invoice as InvoiceId,
            );
            insert.execute(&pool).await.unwrap();
        }
        let found = sqlx::query_as!(
            Sale,
            r#"SELECT customer AS "customer: CustomerId", order_id AS "order_id: OrderId", invoice AS "invoice: InvoiceId"
                FROM sale WHERE customer = $1 ORDER BY order_id"#,
            customer as CustomerId,
        );
        let sale = |order_id| Sale { customer, order_id, invoice };
        assert_eq!(found.fetch_all(&pool).await.unwrap(), [sale(Some(order)), sale(None)]);
        let of_orders = sqlx::query_scalar!(
            r#"SELECT invoice AS "invoice: InvoiceId" FROM sale WHERE order_id = ANY($1)"#,
            &[order][..] as &[OrderId],
        );
        assert_eq!(of_orders.fetch_all(&pool).await.unwrap(), [invoice]);
    })
    .await;
}

/// A column that became NULL is an error of the column, not the id 0.
#[tokio::test]
async fn checked_queries_and_null() {
    idspec_databases::postgres(async |pool| {
        sqlx::raw_sql(include_str!("schema/postgres.sql")).execute(&pool).await.unwrap();
        sqlx::raw_sql("INSERT INTO sale VALUES (gen_random_uuid(), NULL, '')").execute(&pool).await.unwrap();
        let found = sqlx::query_scalar!(r#"SELECT order_id AS "order_id!: OrderId" FROM sale"#);
        let error = found.fetch_one(&pool).await.unwrap_err().to_string();
        assert!(error.contains("column form AsI64 of OrderId: NULL"), "{error}");
    })
    .await;
}
