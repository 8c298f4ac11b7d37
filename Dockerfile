# Built from the source, runs without it: docker build -t cloudphone . (docs/operate.md names the command that pins the digest)
ARG BASE=node:22-bookworm-slim
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node build.mjs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${BASE}
LABEL org.opencontainers.image.title=cloudphone org.opencontainers.image.documentation=/app/dist/sbom.cdx.json
ENV NODE_ENV=production DATA_DIR=/data
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
CMD ["node", "--enable-source-maps", "dist/server/main.mjs"]
