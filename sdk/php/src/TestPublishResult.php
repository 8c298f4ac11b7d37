<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class TestPublishResult
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
        /** The id of the notice. */
        public readonly string $id,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['requestId'],
            $data['id'],
        );
    }
}
