<?php
declare(strict_types=1);

namespace Cloudphone;

/** A request that is not from Cloudphone, or too old. Answer it with 400. */
final class WebhookException extends \RuntimeException
{
}
