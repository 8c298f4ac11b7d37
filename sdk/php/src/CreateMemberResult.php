<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class CreateMemberResult
{
    public function __construct(
        /** Your id for the customer. */
        public readonly string $member,
        /** Whether the customer is linked to an account. */
        public readonly bool $linked,
        /** Whether this request created the account. */
        public readonly bool $created,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
        /** The user name of a member made with `test`. */
        public readonly ?string $account = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['member'],
            $data['linked'],
            $data['created'],
            $data['requestId'],
            $data['account'] ?? null,
        );
    }
}
