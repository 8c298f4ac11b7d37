<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class TestAdvanceResult
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
        /** The days that passed. */
        public readonly int $days,
        /** Daily rents that were paid, one for each machine order and day. */
        public readonly int $rents,
        /** Unpaid orders that expired. */
        public readonly int $expired,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['requestId'],
            $data['days'],
            $data['rents'],
            $data['expired'],
        );
    }
}
