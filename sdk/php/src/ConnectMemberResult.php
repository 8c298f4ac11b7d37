<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class ConnectMemberResult
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** Whether the customer is linked to an account. */
        public readonly bool $linked,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['linked'],
            $data['requestId'],
        );
    }
}
