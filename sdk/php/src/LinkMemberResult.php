<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class LinkMemberResult
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** Whether the customer is linked to an account. */
        public readonly bool $linked,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
        /** Our page on which the customer gives consent; valid for 30 minutes. */
        public readonly ?string $connectUrl = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['linked'],
            $data['requestId'],
            $data['connectUrl'] ?? null,
        );
    }
}
