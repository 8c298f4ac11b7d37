# Built from the source, runs without it: docker build -t cloudphone . (docs/operate.md names the command that pins the digests)
ARG BASE=node:22-bookworm-slim
ARG DATABASE=postgres:17-bookworm
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node build.mjs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

# Backups and restores: pg_dump must not be older than the server, so that the image is the server's.
FROM ${DATABASE} AS backup
LABEL org.opencontainers.image.title=cloudphone-backup
RUN apt-get update \
  && apt-get install --yes --no-install-recommends age openssh-client rclone rsync \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin cloudphone \
  && install -d -o 1000 -g 1000 -m 700 /backup
ENV DATA_DIR=/data BACKUP_DIR=/backup HOME=/tmp
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/deploy ./deploy
# the user of the gateway's image, whose files only that user can read
USER 1000:1000
VOLUME /backup
ENTRYPOINT []
CMD ["deploy/backup-nightly.sh"]

FROM ${BASE}
LABEL org.opencontainers.image.title=cloudphone org.opencontainers.image.documentation=/app/dist/sbom.cdx.json
# sessions of the command line of the back office are files: /tmp can be written, and forgets them with the container
ENV NODE_ENV=production DATA_DIR=/data XDG_CONFIG_HOME=/tmp
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/tools ./tools
COPY --from=build /app/i18n/locales.json ./i18n/locales.json
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/livez`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.mjs"]
