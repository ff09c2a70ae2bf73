#!/bin/sh
# Creates the certificates in this folder with OpenSSL 3.0. They are valid from 2020 to 2120, so the tests work at any
# date. Use them only in tests: their private keys are public. The authority's private key is deleted after signing.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cat > "$work/ca.cnf" <<END
[ca]
default_ca = test
[test]
database = $work/index
new_certs_dir = $work
default_md = sha256
policy = names
rand_serial = yes
unique_subject = no
[names]
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = IP:127.0.0.1, DNS:server.example.org
[req]
distinguished_name = none
[none]
END
: > "$work/index"

# request FILE NAME: creates a private key and a certificate signing request with this common name
request() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/$1.key"
  openssl req -new -config "$work/ca.cnf" -key "$work/$1.key" -subj "/CN=$2" -out "$work/$1.csr"
}
# issue FILE KIND SIGNER...: signs FILE.csr with the extensions of section KIND; SIGNER are openssl options
issue() {
  file=$1 kind=$2
  shift 2
  openssl ca -config "$work/ca.cnf" -batch -notext -startdate 20200101000000Z -enddate 21200101000000Z \
    -extensions "$kind" -in "$work/$file.csr" -out "$file.pem" "$@"
}
request authority "Authority of the gateway's tests"
request trusted "Server of the gateway's tests"
request untrusted "Server of nobody"
issue authority authority -selfsign -keyfile "$work/authority.key"
issue trusted server -cert authority.pem -keyfile "$work/authority.key"
issue untrusted server -selfsign -keyfile "$work/untrusted.key"
mv "$work/trusted.key" "$work/untrusted.key" .
