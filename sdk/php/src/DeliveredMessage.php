<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class DeliveredMessage
{
    public function __construct(
        /** The id of a message, also its webhook-id. */
        public readonly string $id,
        public readonly string $type,
        /** As it is sent: type, timestamp, data. */
        public readonly array $body,
        public readonly int $attempts,
        /** ISO 8601; absent until a 2xx. */
        public readonly ?string $deliveredAt = null,
        /** The HTTP status of the last attempt, or the reason why there was none. */
        public readonly ?string $lastResult = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['id'],
            $data['type'],
            $data['body'],
            $data['attempts'],
            $data['deliveredAt'] ?? null,
            $data['lastResult'] ?? null,
        );
    }
}
