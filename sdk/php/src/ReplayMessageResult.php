<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class ReplayMessageResult
{
    public function __construct(
        /** The id of a message, also its webhook-id. */
        public readonly string $id,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['id'],
            $data['requestId'],
        );
    }
}
