<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class LinkedMember
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** ISO 8601. */
        public readonly string $since,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['since'],
        );
    }
}
