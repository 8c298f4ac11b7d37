<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class Token
{
    public function __construct(
        /** For the page that asked; begins with et_. */
        public readonly string $token,
        /** Lifetime in seconds. */
        public readonly int $expiresIn,
        /** Identifies the member to your page; the same for every token of the customer. */
        public readonly string $subject,
        /** Tell us this id when you ask about the request. */
        public readonly string $requestId,
        /** Of a gateway in test mode. */
        public readonly ?bool $test = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['token'],
            $data['expiresIn'],
            $data['subject'],
            $data['requestId'],
            $data['test'] ?? null,
        );
    }
}
