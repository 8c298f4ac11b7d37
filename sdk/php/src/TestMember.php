<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

final class TestMember implements \JsonSerializable
{
    public function __construct(
        /** To sign in as this member and to confirm withdrawals. */
        public readonly string $password,
        /** The balance in fen; default: 0. */
        public readonly ?int $balance = null,
    ) {
    }

    public function jsonSerialize(): array
    {
        return array_filter(get_object_vars($this), fn ($value) => $value !== null);
    }
}
