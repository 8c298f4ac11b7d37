<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class Watch
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** The id of the question. */
        public readonly string $id,
        /** asked: not answered yet. declined or expired: no. allowed: you may open it. watching: a page shows it. ended: it is over; one of asked, declined, expired, allowed, watching, ended. */
        public readonly string $state,
        /** When it ends by itself, or has ended: ISO 8601. */
        public readonly string $until,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['id'],
            $data['state'],
            $data['until'],
            $data['requestId'],
        );
    }
}
