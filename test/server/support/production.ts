/** The least that a gateway in production must be told. */
export const production = {
  NODE_ENV: 'production',
  DATABASE: 'embedded',
  SIGNING_SECRET: 'k4-every-phone-has-this-one-0f93',
  OPERATOR_TOKEN: 'q7-nobody-but-the-desk-has-it-81',
  MACHINES: 'manual',
  MAIL_SMTP_URL: 'smtp://localhost:1',
  MAIL_FROM: 'Cloudphone <no-reply@cloud.example>',
  SMS: 'off',
  WECHAT_PAY: 'off',
  SECRETS_KEY: 'm5-what-partners-hold-is-sealed-by-this-2c',
  PUBLIC_URL: 'https://cloud.example',
};
