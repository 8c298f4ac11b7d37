<?php
declare(strict_types=1);

namespace Cloudphone;

/** A message of Cloudphone's to your server. */
final class WebhookMessage
{
    public function __construct(
        /** The webhook-id: the same when a message is sent again. */
        public readonly string $id,
        public readonly string $type,
        /** ISO 8601. */
        public readonly string $timestamp,
        /** Ids and states; `member` is your id for the customer. */
        public readonly array $data,
    ) {
    }

    /**
     * The message in a request to your server, verified according to standardwebhooks. Answer with a 2xx when you have stored it. The
     * same id may arrive again.
     *
     * @param string $secret whsec_…, as the console showed it
     * @param array<string, string> $headers of the request, in any case
     * @param string $body exactly as it arrived: file_get_contents('php://input')
     * @param ?int $now seconds since the epoch, for tests
     * @throws WebhookException it is not from Cloudphone, or too old
     */
    public static function verify(
        string $secret,
        array $headers,
        string $body,
        ?int $now = null,
        int $tolerance = 300,
    ): self {
        self::check($secret, $headers, $body, $now ?? time(), $tolerance);
        $message = json_decode($body, true, 32, JSON_THROW_ON_ERROR);
        $id = array_change_key_case($headers)['webhook-id'];
        return new self($id, $message['type'], $message['timestamp'], $message['data']);
    }

    /** @internal */
    public static function check(string $secret, array $headers, string $body, int $now, int $tolerance): void
    {
        $given = array_change_key_case($headers);
        $id = $given['webhook-id'] ?? '';
        $timestamp = $given['webhook-timestamp'] ?? '';
        if (!ctype_digit($timestamp) || abs($now - (int) $timestamp) > $tolerance) {
            throw new WebhookException('webhook-timestamp is missing, or too old');
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
        $right = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // While a secret is exchanged for another, a message is signed with both.
        foreach (explode(' ', $given['webhook-signature'] ?? '') as $one) {
            if (hash_equals("v1,$right", $one)) {
                return;
            }
        }
        throw new WebhookException('webhook-signature is not from Cloudphone');
    }
}
