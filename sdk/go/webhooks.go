package cloudphone

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookMessage is a message of Cloudphone's to your server.
type WebhookMessage struct {
	// ID is the webhook-id: the same when a message is sent again.
	ID string `json:"-"`
	// Type is one of EventTypes.
	Type string `json:"type"`
	// Timestamp is ISO 8601.
	Timestamp string `json:"timestamp"`
	// Data has ids and states; "member" is your id for the customer.
	Data map[string]any `json:"data"`
}

// ErrWebhookTime means that webhook-timestamp is missing or more than five minutes off.
var ErrWebhookTime = errors.New("cloudphone: webhook-timestamp is missing, or too old")

// ErrWebhookSignature means that the request is not from Cloudphone.
var ErrWebhookSignature = errors.New("cloudphone: webhook-signature is not from Cloudphone")

// VerifyWebhook returns the message in a request to your server, verified according to standardwebhooks. Body is exactly what arrived.
// Answer with a 2xx when you have stored the message. The same ID may arrive again.
func VerifyWebhook(secret string, headers http.Header, body []byte) (*WebhookMessage, error) {
	if err := checkWebhook(secret, headers, body, time.Now()); err != nil {
		return nil, err
	}
	message := &WebhookMessage{ID: headers.Get("Webhook-Id")}
	if err := json.Unmarshal(body, message); err != nil {
		return nil, err
	}
	return message, nil
}

func checkWebhook(secret string, headers http.Header, body []byte, now time.Time) error {
	id, timestamp := headers.Get("Webhook-Id"), headers.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Unix()-seconds > 300 || seconds-now.Unix() > 300 {
		return ErrWebhookTime
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	right := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// While a secret is exchanged for another, a message is signed with both.
	for _, one := range strings.Split(headers.Get("Webhook-Signature"), " ") {
		if hmac.Equal([]byte(one), right) {
			return nil
		}
	}
	return ErrWebhookSignature
}
