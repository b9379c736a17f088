CREATE TABLE sale (customer UUID NOT NULL, order_id BIGINT, invoice TEXT NOT NULL);
