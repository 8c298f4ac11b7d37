<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class ListMessagesResult
{
    public function __construct(
        public readonly array $items,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
        /** The id of a message, also its webhook-id. */
        public readonly ?string $next = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            array_map([DeliveredMessage::class, 'fromArray'], $data['items']),
            $data['requestId'],
            $data['next'] ?? null,
        );
    }
}
