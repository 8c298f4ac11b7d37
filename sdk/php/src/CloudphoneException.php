<?php
declare(strict_types=1);

namespace Cloudphone;

/** Cloudphone refused a request. Pass `$status` and `$body` on to your page as they are: the embed handles them. */
final class CloudphoneException extends \RuntimeException
{
    /** `member_not_linked`, `signature_wrong`, … */
    public readonly string $error;
    public readonly ?string $requestId;
    public readonly ?string $connectUrl;

    /** @param array<string, mixed> $body */
    public function __construct(
        public readonly int $status,
        public readonly array $body,
        /** Seconds to wait before the next request, if the gateway named them. */
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct(($body['error'] ?? '') . ': ' . ($body['message'] ?? ''));
        $this->error = $body['error'] ?? '';
        $this->requestId = $body['requestId'] ?? null;
        $this->connectUrl = $body['connectUrl'] ?? null;
    }
}
