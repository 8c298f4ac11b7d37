// Package cloudphone is the client for a partner's server: tokens for embeds, members, webhooks.
package cloudphone

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Client asks for tokens and members. It is safe for concurrent use. Change its fields before the first call only.
type Client struct {
	// Retries is the number of attempts after the first one, when there was no answer or the status was 429 or 5xx.
	Retries int
	// LongestWait is the longest Retry-After to wait for; a longer one is returned at once.
	LongestWait time.Duration
	// HTTP sends the requests. Its timeout is that of one attempt.
	HTTP *http.Client
	// Sleep waits between attempts.
	Sleep func(time.Duration)

	origin, partner, secret string
}

// New makes a client of the gateway (https://embed.cloudphone.example) for your public id and the secret of one of your keys.
func New(gateway, partner, secret string) (*Client, error) {
	address, err := url.Parse(gateway)
	if err != nil || address.Host == "" {
		return nil, fmt.Errorf("cloudphone: gateway must be an address: %q", gateway)
	}
	return &Client{
		Retries:     2,
		LongestWait: 5 * time.Second,
		HTTP: &http.Client{
			Timeout:       10 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		Sleep:   time.Sleep,
		origin:  address.Scheme + "://" + address.Host,
		partner: partner,
		secret:  secret,
	}, nil
}

// Error is a refusal. Pass Status and Body on to your page as they are: the embed handles them.
type Error struct {
	Status     int             `json:"-"`
	Body       json.RawMessage `json:"-"`
	Code       string          `json:"error"`
	Message    string          `json:"message"`
	RequestID  string          `json:"requestId"`
	ConnectURL string          `json:"connectUrl"`
	// RetryAfter is the time to wait before the next request, if the gateway named one.
	RetryAfter time.Duration `json:"-"`
}

func (e *Error) Error() string { return "cloudphone: " + e.Code + ": " + e.Message }

// Scopes of a token. Empty stands for all scopes of the feature.
type Scopes []string

// MarshalJSON writes "all" where no scope is named.
func (s Scopes) MarshalJSON() ([]byte, error) {
	if len(s) == 0 {
		return []byte(`"all"`), nil
	}
	return json.Marshal([]string(s))
}

// Option changes a request that takes effect once.
type Option func(*string)

// WithIdempotencyKey sends a key of your own. Two requests with the same key take effect once.
func WithIdempotencyKey(key string) Option { return func(own *string) { *own = key } }

func keyOf(options []Option) string {
	key := newUUID()
	for _, option := range options {
		option(&key)
	}
	return key
}

func newUUID() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err)
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Sign returns the value of X-Signature: hex HMAC-SHA256 of timestamp.nonce.body.
func Sign(secret, timestamp, nonce string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "." + nonce + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func (c *Client) call(ctx context.Context, path string, input any, key string, answer any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(input); err != nil {
		return err
	}
	body := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	for tried := 0; ; tried++ {
		err := c.attempt(ctx, path, body, key, answer)
		if err == nil || ctx.Err() != nil || tried >= c.Retries {
			return err
		}
		// Full jitter: servers that failed together do not return together.
		wait := time.Duration(mathrand.Float64() * float64(500*time.Millisecond) * math.Pow(2, float64(tried)))
		var refused *Error
		if errors.As(err, &refused) {
			passes := refused.Status == 429 || refused.Status >= 500 || refused.Code == "request_in_progress"
			if !passes || refused.RetryAfter > c.LongestWait {
				return err
			}
			if refused.RetryAfter > 0 {
				wait = refused.RetryAfter
			}
		}
		c.Sleep(wait)
	}
}

func (c *Client) attempt(ctx context.Context, path string, body []byte, key string, answer any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.origin+"/embed/v1/"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	timestamp, nonce := strconv.FormatInt(time.Now().UnixMilli(), 10), newUUID()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Partner-Id", c.partner)
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Nonce", nonce)
	request.Header.Set("X-Signature", Sign(c.secret, timestamp, nonce, body))
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	request.GetBody = nil // net/http must not repeat a request by itself: its nonce would be used twice
	response, err := c.HTTP.Do(request)
	if err != nil {
		return fmt.Errorf("cloudphone: no answer: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("cloudphone: no answer: %w", err)
	}
	var fine struct {
		Code *int            `json:"code"`
		Data json.RawMessage `json:"data"`
	}
	if response.StatusCode == 200 && json.Unmarshal(text, &fine) == nil && fine.Code != nil && *fine.Code == 0 {
		return json.Unmarshal(fine.Data, answer)
	}
	refused := &Error{}
	if json.Unmarshal(text, refused) != nil || refused.Code == "" {
		refused.Code = "api_error"
		refused.Message = fmt.Sprintf("The gateway answered %d without a reason", response.StatusCode)
		text, _ = json.Marshal(map[string]any{"code": response.StatusCode, "error": refused.Code, "message": refused.Message})
	}
	refused.Status, refused.Body = response.StatusCode, text
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		refused.RetryAfter = time.Duration(seconds) * time.Second
	}
	return refused
}
