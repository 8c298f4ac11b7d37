<?php
declare(strict_types=1);

namespace Cloudphone;

/** The client for a partner's server. */
final class Cloudphone extends Operations
{
    private readonly string $origin;
    /** @var callable(float): void */
    private $sleep;

    /**
     * @param string $gateway https://embed.cloudphone.example
     * @param string $partner your public id, p_…
     * @param string $secret of one of your keys; never in a page
     * @param int $timeout seconds for one attempt
     * @param int $retries attempts after the first one, when there was no answer or the status was 429 or 5xx
     * @param int $longestWait seconds; a longer Retry-After is thrown at once
     * @param ?callable $sleep waits for seconds; for tests
     */
    public function __construct(
        string $gateway,
        private readonly string $partner,
        private readonly string $secret,
        private readonly int $timeout = 10,
        private readonly int $retries = 2,
        private readonly int $longestWait = 5,
        ?callable $sleep = null,
    ) {
        $parts = parse_url($gateway);
        if (!isset($parts['scheme'], $parts['host'])) {
            throw new \InvalidArgumentException("gateway must be an address: $gateway");
        }
        $this->origin = "{$parts['scheme']}://{$parts['host']}" . (isset($parts['port']) ? ":{$parts['port']}" : '');
        $this->sleep = $sleep ?? fn (float $seconds) => usleep((int) ($seconds * 1e6));
    }

    /** The value of X-Signature: hex HMAC-SHA256 of `timestamp.nonce.body`. */
    public static function sign(string $secret, string $timestamp, string $nonce, string $body): string
    {
        return hash_hmac('sha256', "$timestamp.$nonce.$body", $secret);
    }

    protected static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    protected function call(string $path, array $body, ?string $idempotencyKey): array
    {
        $given = array_filter($body, fn ($value) => $value !== null);
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
        $text = json_encode($given ?: new \stdClass(), $flags);
        for ($tried = 0;; $tried++) {
            try {
                return $this->attempt($path, $text, $idempotencyKey);
            } catch (CloudphoneException $error) {
                $passes = $error->status === 429 || $error->status >= 500 || $error->error === 'request_in_progress';
                if (!$passes || $tried >= $this->retries || ($error->retryAfter ?? 0) > $this->longestWait) {
                    throw $error;
                }
                $wait = $error->retryAfter;
            } catch (CloudphoneUnreachable $error) {
                if ($tried >= $this->retries) {
                    throw $error;
                }
                $wait = null;
            }
            // Full jitter: servers that failed together do not return together.
            ($this->sleep)($wait ?? mt_rand() / mt_getrandmax() * 0.5 * 2 ** $tried);
        }
    }

    private function attempt(string $path, string $body, ?string $idempotencyKey): array
    {
        $timestamp = (string) (int) (microtime(true) * 1000);
        $nonce = self::uuid();
        $headers = [
            'content-type: application/json',
            "x-partner-id: {$this->partner}",
            "x-timestamp: $timestamp",
            "x-nonce: $nonce",
            'x-signature: ' . self::sign($this->secret, $timestamp, $nonce, $body),
            'expect:',
        ];
        if ($idempotencyKey !== null) {
            $headers[] = "idempotency-key: $idempotencyKey";
        }
        $after = null;
        $curl = curl_init("{$this->origin}/embed/v1/$path");
        curl_setopt_array($curl, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $this->timeout,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$after): int {
                if (preg_match('/^retry-after:\s*(\d+)/i', $line, $found)) {
                    $after = (int) $found[1];
                }
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        if ($text === false) {
            throw new CloudphoneUnreachable(curl_error($curl));
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $answer = json_decode($text, true);
        if ($status === 200 && is_array($answer) && ($answer['code'] ?? null) === 0) {
            return $answer['data'];
        }
        if (!isset($answer['error'])) {
            $answer = ['code' => $status, 'error' => 'api_error', 'message' => "The gateway answered $status without a reason"];
        }
        throw new CloudphoneException($status, $answer, $after);
    }
}
