import { readdirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../../../src/server/settings/settings';

const folder = 'deploy/kubernetes';
const textOf = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');

/** The variables of a file with a line for each. */
const variablesOf = (file: string) => parseEnv(textOf(file));

const kustomization = parse(textOf('kustomization.yaml'));
const resources: any[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(textOf(file), { merge: true }).map((one) => one.toJS()),
);
const named = (kind: string, name: string) => {
  const found = resources.find((one) => one.kind === kind && one.metadata.name === name);
  assert.ok(found, `${kind} ${name}`);
  return found;
};
const deployment = named('Deployment', 'gateway').spec;
const pod = deployment.template.spec;
const [gateway] = pod.containers;

const secrets = {
  ...variablesOf('secrets.sample'),
  SIGNING_SECRET: 'k4-every-phone-has-this-one-0f93',
  SECRETS_KEY: 'm5-what-the-database-keeps-secret-2c',
  MAIL_SMTP_URL: 'smtps://mail.example',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const password = 'of-the-operator';
const own = Object.fromEntries(
  gateway.env.flatMap(({ name, value }: { name: string; value?: string }) =>
    value === undefined ? [] : [[name, value.replace('$(DATABASE_PASSWORD)', password)]],
  ),
);
const settings = readSettings({
  DATA_DIR: '/data',
  PORT: '8080',
  ...variablesOf('settings.env'),
  ...secrets,
  ...own,
});

test('the gateways in Kubernetes begin with settings that start in production', () => {
  assert.ok(settings.production);
  assert.is(settings.database.pooler, true);
  assert.match(String(settings.databaseUrl), `:${password}@pooler:5432/cloudphone`);
});

test('each resource of the folder is applied or offered, and each secret and service exists', () => {
  const offered = [...textOf('kustomization.yaml').matchAll(/^ {2}(?:# )?- (\S+\.yaml)$/gm)].map(
    ([, one]) => one,
  );
  assert.equal(
    offered.sort(),
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
      .sort(),
  );
  // CloudNativePG creates those that begin with the name of the cluster
  const database = named('Cluster', 'database').metadata.name;
  const used = JSON.stringify(resources).matchAll(
    /"secret(?:Name|Ref|KeyRef)":(?:"([^"]+)"|\{"name":"([^"]+)")/g,
  );
  for (const [, one, other] of used)
    assert.ok(['secrets', `${database}-app`, `${database}-ca`].includes(one ?? other ?? ''), one ?? other);
  const ports = Object.fromEntries(
    gateway.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
      name,
      containerPort,
    ]),
  );
  for (const { spec } of resources.filter(({ kind }) => kind === 'Service')) {
    assert.equal(spec.selector, deployment.template.metadata.labels);
    for (const { port, targetPort } of spec.ports) assert.is(ports[targetPort], port);
  }
  for (const { spec } of resources.filter(({ kind }) => kind === 'HTTPRoute'))
    for (const { backendRefs = [] } of spec.rules)
      for (const { name, port } of backendRefs)
        assert.ok(named('Service', name).spec.ports.some((one: { port: number }) => one.port === port));
  assert.equal(
    [settings.operatorListen, settings.metricsListen].map((one) => one?.port),
    [ports.desk, ports.metrics],
  );
});

test('an upgrade of the gateways in Kubernetes loses no request: times and connections fit together', () => {
  const { periodSeconds, failureThreshold } = gateway.readinessProbe;
  assert.ok(settings.drain / 1000 > periodSeconds * failureThreshold);
  assert.ok(pod.terminationGracePeriodSeconds > settings.drain / 1000 + 20); // in which open requests end
  assert.is(deployment.strategy.rollingUpdate.maxUnavailable, 0);
  const gateways = deployment.replicas + deployment.strategy.rollingUpdate.maxSurge;
  const { instances, pgbouncer } = named('Pooler', 'pooler').spec;
  const { parameters } = named('Cluster', 'database').spec.postgresql;
  assert.ok(gateways * (settings.database.pool + 1) < Number(pgbouncer.parameters.max_client_conn));
  assert.ok(
    instances * Number(pgbouncer.parameters.default_pool_size) < Number(parameters.max_connections) / 2,
  );
});

test('the gateways in Kubernetes have no rights, and see of the certificate authority only its certificate', () => {
  for (const one of [gateway, ...pod.initContainers])
    assert.equal(one.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  assert.equal([pod.automountServiceAccountToken, pod.securityContext.runAsNonRoot], [false, true]);
  const authority = pod.volumes.find(({ name }: { name: string }) => name === 'authority').secret;
  assert.equal(authority.items, [{ key: 'ca.crt', path: 'ca.crt' }]);
});

test.run();
