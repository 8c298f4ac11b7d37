<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class OpenWatchResult
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** The id of the question. */
        public readonly string $id,
        /** For the `src` of an iframe. */
        public readonly string $url,
        /** When the watching ends: ISO 8601. */
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
            $data['url'],
            $data['until'],
            $data['requestId'],
        );
    }
}
