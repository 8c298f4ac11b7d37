<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class TestRemitResult
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
        /** The number of the withdrawal or work order. */
        public readonly string $number,
        /** The new state of the withdrawal. */
        public readonly string $state,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['requestId'],
            $data['number'],
            $data['state'],
        );
    }
}
