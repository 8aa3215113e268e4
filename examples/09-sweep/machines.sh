#!/bin/sh
# The sweep on four machines of a network, one of which is killed in the middle. Each machine is a network namespace of Linux, with a name, an address
# and a cable to the fifth, which has the NATS server and the client. All of them are gone when the script ends, and the computer's own network
# does not change. As root, in the repository:
#
#     sh examples/09-sweep/machines.sh [RUNS]
#
# It needs ip (iproute2), unshare, nsenter, and nats-server on the path or as LANEWISE_NATS_SERVER names it. Where namespaces are not allowed, it says so,
# and the machines are processes that share the loopback interface.
set -eu

if [ "${1:-}" != --inside ]; then
  if unshare --net --uts ip link set lo up 2>/dev/null; then exec unshare --net --uts sh "$0" --inside namespaces "$@"; fi
  echo "no network namespaces here: the machines share the loopback interface"
  exec sh "$0" --inside loopback "$@"
fi
network=$2
runs=${3:-100}
example=$(cd "$(dirname "$0")" && pwd)
lanewise=$example/../../transformer/bin/lanewise.js
folder=$(mktemp -d)
started=
trap 'kill -9 $started 2>/dev/null || true; rm -rf "$folder"' EXIT

# What runs on a machine: it waits for its cable, then for chunks.
cat >"$folder/machine.sh" <<'MACHINE'
if [ "$4" = namespaces ]; then
  echo "machine-$1" >/proc/sys/kernel/hostname
  until ip -4 address show eth0 2>/dev/null | grep -q inet; do sleep 0.1; done
fi
cd "$5" # whose @lanewise/cluster the worker is
exec node "$2" worker --servers "$3" --threads 1
MACHINE

# The machine of a number: a process, of which the others are the namespaces'.
start_machine() {
  if [ "$network" = loopback ]; then
    sh "$folder/machine.sh" "$1" "$lanewise" "127.0.0.1:$port" loopback "$example" >"$folder/$1" &
    started="$started $!"
    return
  fi
  unshare --net --uts sh "$folder/machine.sh" "$1" "$lanewise" "10.213.$1.1:$port" namespaces "$example" >"$folder/$1" &
  started="$started $!"
  while [ "$(readlink "/proc/$!/ns/net")" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.1; done
  ip link add "cable$1" type veth peer name eth0 netns "$!"
  ip address add "10.213.$1.1/24" dev "cable$1"
  ip link set "cable$1" up
  nsenter --target "$!" --net ip address add "10.213.$1.2/24" dev eth0
  nsenter --target "$!" --net ip link set eth0 up
}

port=4222
if [ "$network" = namespaces ]; then
  echo machine-0 >/proc/sys/kernel/hostname
  ip link set lo up
  address=0.0.0.0
else
  address=127.0.0.1
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
fi
# Until a process has printed something; ends where the process does. What it printed is in a file.
wait_for() {
  until grep -q "$1" "$2" 2>/dev/null; do
    kill -0 "$3" 2>/dev/null || { cat "$2"; exit 1; }
    sleep 0.1
  done
}

"${LANEWISE_NATS_SERVER:-nats-server}" -js -sd "$folder/store" -a "$address" -p "$port" >"$folder/server" 2>&1 &
started=$!
wait_for "Server is ready" "$folder/server" "$!"
machines=
for number in 1 2 3 4; do
  start_machine "$number"
  machines="$machines $!"
done
number=1
for machine in $machines; do
  wait_for "is ready" "$folder/$number" "$machine"
  number=$((number + 1))
done
node "$lanewise" run "$example/main.ts" "$runs" "127.0.0.1:$port" "$machine"
