<?php
declare(strict_types=1);

namespace Cloudphone;

/** There was no answer, after all attempts. */
final class CloudphoneUnreachable extends \RuntimeException
{
}
