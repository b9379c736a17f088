//! What only Postgres has: arrays, domains.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use idspec::{AsBytes, AsI64Bits, AsI64Ordered, AsText, AsUuid, Id, Ulid};
use idspec_databases::shop::{CustomerId, DeviceId, FileId, InvoiceId, OrderId};
use sqlx::Row as _;

#[tokio::test]
async fn arrays() {
    idspec_databases::postgres(async |pool| {
        let customers: Vec<CustomerId> = idspec::seeded(1).take(1_000).collect();
        let orders: Vec<OrderId> = (0..1_000).map(|number| OrderId::from_repr(number << 22).unwrap()).collect();
        sqlx::raw_sql("CREATE TABLE a (customer UUID PRIMARY KEY, order_id BIGINT NOT NULL)")
            .execute(&pool)
            .await
            .unwrap();
        // Thousands of rows in one statement.
        let insert = "INSERT INTO a (customer, order_id) SELECT * FROM UNNEST($1, $2)";
        let done = sqlx::query(insert).bind(&customers).bind(&orders).execute(&pool).await.unwrap();
        assert_eq!(done.rows_affected(), 1_000);
        let wanted = [customers[3], customers[700], "00000000000000000000000000".parse().unwrap()];
        let find = "SELECT customer, order_id FROM a WHERE customer = ANY($1) ORDER BY order_id";
        let rows = sqlx::query(find).bind(&wanted[..]).fetch_all(&pool).await.unwrap();
        let found: Vec<(CustomerId, OrderId)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        assert_eq!(found, [(customers[3], orders[3]), (customers[700], orders[700])]);
        let all: Vec<OrderId> =
            sqlx::query_scalar("SELECT array_agg(order_id ORDER BY order_id) FROM a").fetch_one(&pool).await.unwrap();
        assert_eq!(all, orders);
        let gap: Vec<Option<OrderId>> =
            sqlx::query_scalar("SELECT ARRAY[1::bigint, NULL]").fetch_one(&pool).await.unwrap();
        assert_eq!(gap, [Some(OrderId::from_repr(1).unwrap()), None]);
        let refused = sqlx::query_scalar::<_, Vec<OrderId>>("SELECT ARRAY[1::bigint, NULL]").fetch_one(&pool).await;
        assert!(refused.unwrap_err().to_string().contains("column form AsI64 of OrderId: NULL"));
        let refused = sqlx::query_scalar::<_, Vec<OrderId>>("SELECT ARRAY[1::bigint, -1]").fetch_one(&pool).await;
        assert!(refused.unwrap_err().to_string().contains("invalid OrderId: a negative number"));
        // One id too large, and nothing is sent.
        let large = vec![OrderId::from_repr(u64::MAX).unwrap()];
        let refused = sqlx::query("SELECT 1 WHERE 1 = ANY($1)").bind(large).execute(&pool).await.unwrap_err();
        assert!(
            refused.to_string().contains("column form AsI64 of OrderId: 18446744073709551615 is above"),
            "{refused}"
        );
    })
    .await;
}

#[tokio::test]
async fn arrays_of_every_form() {
    idspec_databases::postgres(async |pool| {
        let device: DeviceId = "0100008000926580".parse().unwrap();
        let file: FileId = "4172da08-0b17-8e4c-8f11-223344556677".parse().unwrap();
        let invoice: InvoiceId = "inv_01HTQW311N1KR5G0Y75M3EF00H".parse().unwrap();
        let ulid = invoice.inner();
        // One column for each, so that the elements are seen as the server sees them.
        let query = "SELECT $1::bigint[], $2::bytea[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[], $7::uuid[], $8::text[]";
        let row = sqlx::query(query)
            .bind(vec![device])
            .bind(vec![file])
            .bind(vec![invoice])
            .bind(vec![AsI64Bits(device)])
            .bind(vec![AsI64Ordered(device)])
            .bind(vec![AsBytes(ulid)])
            .bind(vec![AsUuid(file)])
            .bind(vec![AsText(device)])
            .fetch_one(&pool)
            .await
            .unwrap();
        assert_eq!(row.get::<Vec<DeviceId>, _>(0), [device]);
        assert_eq!(row.get::<Vec<i64>, _>(0), [28_589_503_492_915_201]);
        assert_eq!(row.get::<Vec<FileId>, _>(1), [file]);
        assert_eq!(row.get::<Vec<Vec<u8>>, _>(1), [file.inner().to_guid_bytes()]);
        assert_eq!(row.get::<Vec<InvoiceId>, _>(2), [invoice]);
        assert_eq!(row.get::<Vec<String>, _>(2), ["inv_01HTQW311N1KR5G0Y75M3EF00H"]);
        assert_eq!(row.get::<Vec<AsI64Bits<DeviceId>>, _>(3), [AsI64Bits(device)]);
        assert_eq!(row.get::<Vec<i64>, _>(3), [-9_194_782_533_361_860_607]);
        assert_eq!(row.get::<Vec<AsI64Ordered<DeviceId>>, _>(4), [AsI64Ordered(device)]);
        assert_eq!(row.get::<Vec<AsBytes<Ulid>>, _>(5), [AsBytes(ulid)]);
        assert_eq!(row.get::<Vec<AsUuid<FileId>>, _>(6), [AsUuid(file)]);
        assert_eq!(row.get::<Vec<AsText<DeviceId>>, _>(7), [AsText(device)]);
    })
    .await;
}

#[tokio::test]
async fn domains() {
    idspec_databases::postgres(async |pool| {
        let create = "CREATE DOMAIN customer_id AS uuid NOT NULL; CREATE DOMAIN order_id AS bigint CHECK (VALUE >= 0);
            CREATE TABLE d (customer customer_id, order_id order_id)";
        sqlx::raw_sql(create).execute(&pool).await.unwrap();
        let customer: CustomerId = "01HTQW311N1KR5G0Y75M3EF00H".parse().unwrap();
        let order: OrderId = "175928847299117063".parse().unwrap();
        sqlx::query("INSERT INTO d VALUES ($1, $2)").bind(customer).bind(order).execute(&pool).await.unwrap();
        let find = "SELECT customer, order_id FROM d WHERE customer = $1";
        let row = sqlx::query(find).bind(customer).fetch_one(&pool).await.unwrap();
        assert_eq!((row.get::<CustomerId, _>(0), row.get::<OrderId, _>(1)), (customer, order));
    })
    .await;
}
